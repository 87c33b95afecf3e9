//! TLS for connections to the database, if its URL asks for it.

use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::StoreError;

/// A TLS connector that trusts the machine's root certificates.
pub(super) fn encrypted() -> Result<MakeRustlsConnect, StoreError> {
    // Ignore certificates that cannot be read: the others may be enough.
    MakeRustlsConnect::with_native_certs().map(|(tls, _)| tls).map_err(|_| {
        StoreError::Faulty(
            "this machine trusts no certificates, by which it would know the database: install \
             ca-certificates, or name a file of certificates in SSL_CERT_FILE"
                .to_owned(),
        )
    })
}
