/** The prompt a step was asked with, by name and version, and the way to other words for it. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { promptsQuery } from '../../api/prompts.ts'
import type { SessionLog, Step } from '../../session/session-log.ts'
import { Button } from '../../ui/button.tsx'
import type { PromptMessage } from '../prompt-folding.ts'
import { promptsAt, type UsedPrompt, usedPrompt } from '../used-prompt.ts'

const ChangePrompt = lazy(async () => ({ default: (await import('./change-prompt.tsx')).ChangePrompt }))

type PromptUsedProps = {
  readonly log: SessionLog
  readonly step: Step
  readonly messages: readonly PromptMessage[]
}

export function PromptUsed({ log, step, messages }: PromptUsedProps) {
  const { data: prompts } = useQuery(promptsQuery)
  const [isOpen, setIsOpen] = useState(false)
  const { definition } = log.view
  const used = useMemo(
    () => usedPrompt(messages, promptsAt(step.path, prompts ?? [], definition), definition?.promptTexts),
    [messages, step.path, prompts, definition],
  )
  const current = prompts?.find(({ id }) => id === used?.id)
  if (!used || !current) return null
  return (
    <div className="row wrap sm">
      <span>
        From <code>{used.id}</code>, {versionText(used)}
      </span>
      <Button mini icon="edit" onClick={() => setIsOpen(true)}>
        Change the prompt
      </Button>
      {isOpen && (
        <Suspense>
          <ChangePrompt log={log} step={step} used={used} current={current} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

function versionText({ version, isDefault }: UsedPrompt): string {
  if (isDefault) return 'the default'
  return version === null ? 'as given to this session' : `version ${version}`
}
