/** What the loop holds in mind, and what changed in it. */
import { useState } from 'react'
import type { LiveSession } from '../session/live-session.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/format.ts'
import { type MemoryLine, type MemoryVersion, memoryVersions } from './memory-versions.ts'

export function MemoryCard({ live }: { readonly live: LiveSession }) {
  const versions = memoryVersions(live.log)
  const [wanted, setWanted] = useState<number>()
  const shown = Math.min(wanted ?? versions.length, versions.length)
  const version = versions[shown - 1]
  if (!version) return null
  const show = (number: number) => setWanted(number === versions.length ? undefined : number)
  return (
    <Card
      title="Working memory"
      sub={`${shown} of ${plural(versions.length, 'version')}`}
      actions={
        versions.length > 1 && (
          <span className="row gap-0.5">
            <Button
              look="ghost"
              mini
              icon="right"
              className="rotate-180"
              label="Memory before"
              disabled={shown === 1}
              onClick={() => show(shown - 1)}
            />
            <Button
              look="ghost"
              mini
              icon="right"
              label="Memory after"
              disabled={shown === versions.length}
              onClick={() => show(shown + 1)}
            />
          </span>
        )
      }
    >
      <Lines lines={version.lines} />
      <Facts version={version} />
    </Card>
  )
}

const looks = { same: 'c', added: 'a', removed: 'd' } as const
const signs = { same: '', added: '+', removed: '−' } as const

function Lines({ lines }: { readonly lines: readonly MemoryLine[] }) {
  if (lines.length === 0) return <p className="sm muted">It holds no text.</p>
  return (
    <ul className="diff" aria-label="Text of the memory, with what changed">
      {lines.map(({ text, is }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one version do not move.
        <li key={index} className={looks[is]}>
          <span aria-hidden="true">{signs[is]}</span>
          <span>
            {is !== 'same' && <span className="vh">{is}: </span>}
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Facts({ version }: { readonly version: MemoryVersion }) {
  if (version.facts.length === 0) return null
  return (
    <details className="sm mt-2">
      <summary>{plural(version.facts.length, 'fact')} with sources</summary>
      <ul className="grid gap-1 mt-1">
        {version.facts.map(({ text, step, from }) => (
          <li key={`${step} ${text}`} className="wrap-anywhere">
            {text} <span className="muted">{[step, from].filter(Boolean).join(', ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
