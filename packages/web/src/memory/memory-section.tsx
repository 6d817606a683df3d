export function MemorySection() {
  return <p>MemorySection</p>
}
