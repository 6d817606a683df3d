import { Page } from '../shell/page.tsx'

export function WelcomePage() {
  return <Page title="WelcomePage">WelcomePage</Page>
}
