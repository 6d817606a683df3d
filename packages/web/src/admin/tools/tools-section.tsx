export function ToolsSection() {
  return <p>ToolsSection</p>
}
