import { Page } from '../shell/page.tsx'

export function ComparePage() {
  return <Page title="ComparePage">ComparePage</Page>
}
