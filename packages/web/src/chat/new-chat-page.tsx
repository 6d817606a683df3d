/** A new conversation: what stands behind one that there is, is loaded when it opens. */
import { useSearch } from '@tanstack/react-router'
import { Page } from '../shell/page.tsx'
import { NewChat } from './new-chat.tsx'

export function NewChatPage() {
  const { persona, loop, goal } = useSearch({ from: '/chat' })
  return (
    <Page title="New chat" bare>
      <NewChat wanted={persona ?? loop} goal={goal} />
    </Page>
  )
}
