/** What the loop holds in mind, and what changed in it. */
import { useState } from 'react'
import type { LiveSession } from '../session/live-session.ts'
import { MemoryLines } from '../session/memory-lines.tsx'
import { type MemoryVersion, memoryVersions } from '../session/memory-versions.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/format.ts'

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
      sub={`version ${shown} of ${versions.length}`}
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
      <MemoryLines lines={version.lines} />
      <Facts version={version} />
    </Card>
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
