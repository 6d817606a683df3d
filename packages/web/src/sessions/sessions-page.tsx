import { Page } from '../shell/page.tsx'

export function SessionsPage() {
  return <Page title="SessionsPage">SessionsPage</Page>
}
