/** The versions of a document: which is in use, who saved it when, and ways to look at it and go back to it. */
import type { Version } from '../../api/prompts.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { moment } from '../../ui/format.ts'

type VersionListProps = {
  readonly versions: readonly Version[]
  /** Told of the version that nobody saved; undefined where there is none. */
  readonly original?: { readonly about: string; readonly isCurrent: boolean; readonly onUse?: () => void }
  /** What is written and not saved. */
  readonly isDraft: boolean
  readonly compared: { readonly from: number; readonly to: number | 'draft' }
  readonly whoSaved: (version: number) => string | undefined
  readonly mayChange: boolean
  readonly onCompare: (from: number, to: number | 'draft') => void
  readonly onUse: (version: number) => void
}

export function VersionList(props: VersionListProps) {
  const { versions, original, isDraft, compared, whoSaved, mayChange, onCompare, onUse } = props
  const current = versions.find((version) => version.current)?.version ?? 0
  const isShown = (version: number | 'draft') => (compared.to === version || compared.from === version ? 'on' : '')
  return (
    <ul className="vers">
      {isDraft && (
        <li className={isShown('draft')}>
          <b>new</b>
          <span>
            <span className="m5">draft, not saved</span>
            <span className="acts">
              <Button mini look="ghost" onClick={() => onCompare(current, 'draft')}>
                Compare
              </Button>
            </span>
          </span>
        </li>
      )}
      {versions.map((each) => (
        <OneVersion
          key={each.version}
          version={each}
          className={isShown(each.version)}
          savedBy={whoSaved(each.version)}
          mayChange={mayChange}
          onCompare={() => onCompare(before(versions, each.version), each.version)}
          onUse={() => onUse(each.version)}
        />
      ))}
      {original && (
        <li className={isShown(0)}>
          <b>v0</b>
          <span>
            {original.isCurrent && <Live />} Default<span className="muted block">{original.about}</span>
            {!original.isCurrent && original.onUse && (
              <span className="acts">
                <Button mini look="ghost" disabled={!mayChange} label="Use the default again" onClick={original.onUse}>
                  Use
                </Button>
              </span>
            )}
          </span>
        </li>
      )}
    </ul>
  )
}

type OneVersionProps = {
  readonly version: Version
  readonly className: string
  readonly savedBy: string | undefined
  readonly mayChange: boolean
  readonly onCompare: () => void
  readonly onUse: () => void
}

function OneVersion({ version: saved, className, savedBy, mayChange, onCompare, onUse }: OneVersionProps) {
  const { version, at, current, body } = saved
  return (
    <li className={className}>
      <b>v{version}</b>
      <span>
        {current && <Live />} {body === '' && 'Default again'}
        <span className="muted block">
          {savedBy ?? 'somebody'}, {moment(Date.parse(at))}
        </span>
        <span className="acts">
          <Button mini look="ghost" label={`Compare v${version} with the one before`} onClick={onCompare}>
            Compare
          </Button>
          {!current && (
            <Button
              mini
              look="ghost"
              disabled={!mayChange}
              title={mayChange ? undefined : 'For administrators'}
              label={`Use v${version} again`}
              onClick={onUse}
            >
              Use
            </Button>
          )}
        </span>
      </span>
    </li>
  )
}

function Live() {
  return (
    <Tag tone="ok" icon="done">
      live
    </Tag>
  )
}

/** The one saved before; 0 is the one that nobody saved. */
function before(versions: readonly Version[], version: number): number {
  return Math.max(0, ...versions.map((each) => each.version).filter((each) => each < version))
}
