/** The prompts by their loops, and which of them are in other words than the loops'. */
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Prompt } from '../../api/prompts.ts'
import { Icon } from '../../ui/icon.tsx'
import { SearchField } from '../../ui/search-field.tsx'

type PromptListProps = { readonly prompts: readonly Prompt[]; readonly shown: string | undefined }

export function PromptList({ prompts, shown }: PromptListProps) {
  const [words, setWords] = useState('')
  const found = prompts.filter(({ id, text }) => `${id} ${text}`.toLowerCase().includes(words.trim().toLowerCase()))
  const changed = prompts.filter(({ isDefault }) => !isDefault).length
  return (
    <section className="card" aria-label="Prompts">
      <div className="in">
        <SearchField
          value={words}
          onChange={setWords}
          label="Find a prompt by its name or text"
          placeholder="Find in names and texts"
        />
        <p className="xs muted mt-2">
          {found.length} of {prompts.length}, {changed} changed
        </p>
      </div>
      <nav className="prompt-list" aria-label="Prompts by loop">
        {[...Map.groupBy(found, ({ loop }) => loop)].map(([loop, members]) => (
          <div key={loop}>
            <h2>{loop}</h2>
            {members.map((prompt) => (
              <PromptLink key={prompt.id} prompt={prompt} isShown={prompt.id === shown} />
            ))}
          </div>
        ))}
      </nav>
    </section>
  )
}

function PromptLink({
  prompt: { id, name, isDefault, fault },
  isShown,
}: {
  readonly prompt: Prompt
  readonly isShown: boolean
}) {
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isShown) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <Link ref={link} to="/admin/prompts" search={{ id }} aria-current={isShown ? 'true' : undefined}>
      {name}
      {!isDefault && (
        <span className="wait">
          <Icon name="edit" small />
          <span className="vh">, changed</span>
        </span>
      )}
      {fault !== null && (
        <span className="bad">
          <Icon name="alert" small />
          <span className="vh">, the saved text is not used</span>
        </span>
      )}
    </Link>
  )
}
