//! Chooses the instruction set for a loop at run time.

use pulp::Arch;

/// How many results a loop computes in one step: enough for the widest vectors.
pub(super) const AT_ONCE: usize = 16;

/// Runs `op` with the widest vectors that this machine has. Every machine has at least its
/// baseline, such as SSE2 or NEON.
///
/// Only code inlined into `op` is compiled for them: closures and functions marked
/// `#[inline(always)]`.
pub(crate) fn dispatch<R>(op: impl FnOnce() -> R) -> R {
    Arch::new().dispatch(op)
}

/// Runs `op` on every instruction set of this machine, the baseline first.
#[cfg(test)]
pub(crate) fn on_each_set(mut op: impl FnMut()) {
    op();
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(avx2) = pulp::x86::V3::try_new() {
            avx2.vectorize(&mut op);
        }
        if let Some(avx512) = pulp::x86::V4::try_new() {
            avx512.vectorize(&mut op);
        }
    }
}
