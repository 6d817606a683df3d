import { Page } from '../shell/page.tsx'

export function StepsPage() {
  return <Page title="StepsPage">StepsPage</Page>
}
