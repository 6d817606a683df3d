export function ModelsSection() {
  return <p>ModelsSection</p>
}
