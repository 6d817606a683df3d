import { Page } from '../shell/page.tsx'

export function ChatPage() {
  return <Page title="ChatPage">ChatPage</Page>
}

export function NewChatPage() {
  return <Page title="Chat">new</Page>
}
