import { Page } from '../shell/page.tsx'
import { Markdown } from '../ui/markdown.tsx'

export function HomePage() {
  return (
    <Page title="HomePage">
      <Markdown text="**hi**" />
    </Page>
  )
}
