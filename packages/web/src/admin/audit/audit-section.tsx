export function AuditSection() {
  return <p>AuditSection</p>
}
