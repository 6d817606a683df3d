/** A chat whose answers are streamed by a loop: what it thinks, which tools it uses, and what it says. */
import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const transport = new DefaultChatTransport({ api: '/gyre/ui/chat' })

function Chat() {
  const [draft, setDraft] = useState('')
  const [loop, setLoop] = useState('react')
  const { messages, sendMessage, status, error } = useChat({ transport })
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <section key={id} aria-label={role}>
          {parts.map((part, at) => {
            const key = `${id}-${at}`
            if (part.type === 'text') return <p key={key}>{part.text}</p>
            if (part.type === 'reasoning') return <em key={key}>{part.text}</em>
            if (part.type === 'dynamic-tool') return <code key={key}>{`${part.toolName}: ${part.state}`}</code>
            return null
          })}
        </section>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          // A loop or a persona is a model to the server.
          void sendMessage({ text: draft }, { body: { model: loop } })
          setDraft('')
        }}
      >
        <select aria-label="Loop" value={loop} onChange={({ target }) => setLoop(target.value)}>
          {['react', 'direct', 'plan-execute'].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <input aria-label="Your question" value={draft} onChange={({ target }) => setDraft(target.value)} />
        <button type="submit" disabled={status === 'submitted' || status === 'streaming'}>
          Ask
        </button>
      </form>
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Chat />)
