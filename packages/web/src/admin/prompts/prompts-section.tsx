/** Prompts: the words of the loops, put into other words. */
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { promptsQuery } from '../../api/prompts.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { PromptDesk } from './prompt-desk.tsx'
import { PromptList } from './prompt-list.tsx'

export function PromptsSection() {
  const query = useQuery(promptsQuery)
  const { id, from, to } = useSearch({ from: '/admin/prompts' })
  return (
    <Loaded query={query} lines={8}>
      {(prompts) => {
        const shown = prompts.find((prompt) => prompt.id === id) ?? (id === undefined ? prompts[0] : undefined)
        return (
          <div className="prompt-grid">
            <PromptList prompts={prompts} shown={shown?.id} />
            {shown ? (
              <PromptDesk key={shown.id} prompt={shown} asked={{ from, to }} />
            ) : (
              <Empty title={`There is no prompt ${id}`}>Choose one of the list.</Empty>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
