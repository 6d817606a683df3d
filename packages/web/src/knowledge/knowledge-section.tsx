export function KnowledgeSection() {
  return <p>KnowledgeSection</p>
}
