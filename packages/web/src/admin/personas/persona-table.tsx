/** The personas: what each runs, where it is from, how its name is split and how it does. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/me.ts'
import { type Rollout, rolloutQuery } from '../../api/persona-admin.ts'
import type { PersonaEntry } from '../../api/personas.ts'
import { Avatar } from '../../chat/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import { percent, splitText } from './rollout-text.ts'

type PersonaTableProps = { readonly personas: readonly PersonaEntry[]; readonly onNew: () => void }

export function PersonaTable({ personas, onNew }: PersonaTableProps) {
  const mayChange = useMay('admin')
  const actions = (
    <Button mini icon="plus" disabled={!mayChange} title={mayChange ? undefined : 'For administrators'} onClick={onNew}>
      New
    </Button>
  )
  return (
    <Card title="Personas" sub="a loop with settings, models, tools and words" actions={actions} flush>
      <WideTable label="Personas" minWidth={640} className="t">
        <thead>
          <tr>
            <th>Persona</th>
            <th>Loop</th>
            <th>Version</th>
            <th>Rollout</th>
            <th className="r">Success</th>
          </tr>
        </thead>
        <tbody>
          {personas.map((entry) => (
            <PersonaRow key={entry.persona.name} entry={entry} />
          ))}
        </tbody>
      </WideTable>
    </Card>
  )
}

/** Nothing can be said of how it does before a session of it has ended. */
function Success({ arms }: Pick<Rollout, 'arms'>) {
  const known = arms.flatMap(({ figures }) => (figures?.successRate == null ? [] : [figures]))
  if (known.length === 0) return <span className="muted">–</span>
  return known.map(({ arm, successRate, ended }) => (
    <div key={arm}>
      {percent(successRate ?? 0)} <span className="muted xs">{`${arm}, ${ended} ended`}</span>
    </div>
  ))
}

function PersonaRow({ entry: { persona, version, source } }: { readonly entry: PersonaEntry }) {
  const { name, loop, description } = persona
  const rollout = useQuery(rolloutQuery(name)).data
  return (
    <tr>
      <td>
        <span className="row">
          <Avatar name={name} loop={loop} />
          <span className="grid">
            <Link to="/admin/personas" search={{ name }}>
              <b className="m5">{name}</b>
            </Link>
            <span className="xs muted">{description}</span>
          </span>
        </span>
      </td>
      <td>{loop}</td>
      <td className="num">{version === null ? source : `v${version}`}</td>
      <td className="soft sm">{rollout ? splitText(rollout) : ''}</td>
      <td className="r">{rollout && <Success arms={rollout.arms} />}</td>
    </tr>
  )
}
