/** The saved versions of a persona, and what two of them differ in. */
import { useState } from 'react'
import type { Version } from '../../api/prompts.ts'
import { LineDiff } from '../../diff/line-diff-view.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { savedBy } from '../prompts/saved-by.ts'
import { VersionList } from '../prompts/version-list.tsx'
import { textOfDraft } from './persona-draft.ts'
import type { usePersonaDraft } from './use-persona-draft.ts'

type PersonaVersionsProps = {
  readonly name: string
  readonly versions: readonly Version[]
  readonly entries: Parameters<typeof savedBy>[0]
  readonly mayChange: boolean
  readonly draft: ReturnType<typeof usePersonaDraft>
}

type Compared = { readonly from: number; readonly to: number | 'draft' }

export function PersonaVersions({ name, versions, entries, mayChange, draft }: PersonaVersionsProps) {
  const [chosen, setChosen] = useState<Compared>()
  const current = versions.find((version) => version.current)?.version ?? 0
  const before = Math.max(0, ...versions.map(({ version }) => version).filter((version) => version < current))
  const compared = chosen ?? (draft.isDraft ? { from: current, to: 'draft' as const } : { from: before, to: current })
  const textOf = (of: number | 'draft') => {
    const body = of === 'draft' ? draft.shown : versions.find(({ version }) => version === of)?.body
    return body === undefined ? '' : textOfDraft(body as Parameters<typeof textOfDraft>[0])
  }
  if (versions.length === 0 && !draft.isDraft) {
    return (
      <Card title="Versions">
        <Empty title="Nothing saved yet">It is as it came. Saving a change makes version 1.</Empty>
      </Card>
    )
  }
  return (
    <Card title="Versions" sub={<Between compared={compared} />} flush>
      <VersionList
        versions={versions}
        isDraft={draft.isDraft}
        compared={compared}
        whoSaved={(version) => savedBy(entries, name, version)}
        mayChange={mayChange}
        onCompare={(from, to) => setChosen({ from, to })}
        onUse={draft.goBackTo}
      />
      <div className="p-3.5">
        <LineDiff before={textOf(compared.from)} after={textOf(compared.to)} />
      </div>
    </Card>
  )
}

function Between({ compared: { from, to } }: { readonly compared: Compared }) {
  return (
    <span className="row">
      v{from} <Icon name="arrow" small /> {to === 'draft' ? 'draft' : `v${to}`}
    </span>
  )
}
