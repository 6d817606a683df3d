export function KeysSection() {
  return <p>KeysSection</p>
}
