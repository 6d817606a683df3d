export function PromptsSection() {
  return <p>PromptsSection</p>
}
