export function UsageSection() {
  return <p>UsageSection</p>
}
