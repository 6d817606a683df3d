export function PersonasSection() {
  return <p>PersonasSection</p>
}
