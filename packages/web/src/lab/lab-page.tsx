import { Page } from '../shell/page.tsx'

export function LabPage() {
  return <Page title="LabPage">LabPage</Page>
}
