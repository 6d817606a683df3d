export function SettingsSection() {
  return <p>SettingsSection</p>
}
