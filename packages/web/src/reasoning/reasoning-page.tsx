import { Page } from '../shell/page.tsx'

export function ReasoningPage() {
  return <Page title="ReasoningPage">ReasoningPage</Page>
}
