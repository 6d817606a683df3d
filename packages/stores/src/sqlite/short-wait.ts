/** Blocks this thread for a moment: for opening a file, which is synchronous and may have to wait for another process. */
export function shortWait(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
