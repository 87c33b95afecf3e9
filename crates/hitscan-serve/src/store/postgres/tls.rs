//! How what goes to the database is encrypted, where its address asks for that.

use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;

/// By the certificates that this machine trusts.
pub(super) fn encrypted() -> Result<MakeRustlsConnect, StoreError> {
    // Of some files of them the others may be of use.
    MakeRustlsConnect::with_native_certs().map(|(tls, _)| tls).map_err(|_| {
        StoreError::Faulty(
            "this machine trusts no certificates, by which it would know the database: install \
             ca-certificates, or name a file of certificates in SSL_CERT_FILE"
                .to_owned(),
        )
    })
}
