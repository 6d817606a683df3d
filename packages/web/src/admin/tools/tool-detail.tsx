/** All that is known of one tool. */
import { useQuery } from '@tanstack/react-query'
import { personasQuery } from '../../api/personas.ts'
import type { ShownTool } from '../../api/tools.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { moment, plural } from '../../ui/format.ts'
import { Loaded } from '../../ui/states.tsx'
import { personasWith } from './personas-with.ts'
import { limitLines } from './tool-filter.ts'

export function ToolDetail({ tool, onClose }: { readonly tool: ShownTool; readonly onClose: () => void }) {
  const schema = JSON.stringify(tool.input, null, 2)
  return (
    <Dialog title={tool.name} open onOpenChange={(open) => !open && onClose()} wide>
      <p className="soft">{tool.description}</p>
      <dl className="kv">
        <dt>From</dt>
        <dd>{tool.from}</dd>
        <dt>Effect</dt>
        <dd>{tool.effect}</dd>
        <dt>Approval</dt>
        <dd>{tool.approval}</dd>
        <dt>Permissions</dt>
        <dd>
          <Permissions tool={tool} />
        </dd>
        <dt>Limits</dt>
        <dd>{limitLines(tool.limits).join(', ')}</dd>
        <dt>Breaker</dt>
        <dd>{breakerLine(tool)}</dd>
        <dt>Personas that may call it</dt>
        <dd>
          <Personas tool={tool} />
        </dd>
      </dl>
      <section aria-label="Input schema">
        <div className="row">
          <h3>Input</h3>
          <span className="sp" />
          <CopyButton text={schema} label="Copy the input schema" />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
        <pre className="code max-h-80 overflow-auto" tabIndex={0}>
          {schema}
        </pre>
      </section>
    </Dialog>
  )
}

export function Permissions({ tool: { permissions, denied } }: { readonly tool: ShownTool }) {
  if (permissions.length === 0) return <span className="muted">none</span>
  return (
    <span className="row wrap gap-x-2 gap-y-0">
      {permissions.map((permission) => {
        const isDenied = denied.includes(permission)
        return (
          <span key={permission} className={isDenied ? 'bad' : undefined}>
            <code>{permission}</code>
            {isDenied && ' denied'}
          </span>
        )
      })}
    </span>
  )
}

function Personas({ tool }: { readonly tool: ShownTool }) {
  const personas = useQuery(personasQuery)
  return (
    <Loaded query={personas} lines={1}>
      {(all) =>
        personasWith(
          tool,
          all.map(({ persona }) => persona),
        ).join(', ') || 'none'
      }
    </Loaded>
  )
}

function breakerLine({ breaker: { state, failures, since } }: ShownTool): string {
  if (state === 'closed') return failures === 0 ? 'closed' : `closed, ${plural(failures, 'failure')} in a row`
  return `${state}${since === null ? '' : ` since ${moment(Date.parse(since))}`}, ${plural(failures, 'failure')} in a row`
}
