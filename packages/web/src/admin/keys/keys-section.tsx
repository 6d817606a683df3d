/** API keys: who may do what from elsewhere, what that cost this month, and links that log a browser in. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  keysQuery,
  type ShownKey,
  type Spent,
  spentByCallerQuery,
  useMakeLoginLink,
  useRevokeKey,
} from '../../api/keys.ts'
import { onlyOperators, useIsOperator } from '../../api/me.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { moment, money, plural } from '../../ui/format.ts'
import { Empty, Failure, Loaded } from '../../ui/states.tsx'
import { tell, tellFailure } from '../../ui/toasts.tsx'
import { useNow } from '../../ui/use-now.ts'
import { WideTable } from '../../ui/wide-table.tsx'
import { budgetLines, keyStanding } from './key-standing.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

export function KeysSection() {
  const isOperator = useIsOperator()
  if (!isOperator) {
    return (
      <Card title="Keys">
        <Empty icon="key" title="Keys are the operator's">
          {onlyOperators} Ask whoever runs it for a key.
        </Empty>
      </Card>
    )
  }
  return (
    <>
      <Keys />
      <LoginLinks />
    </>
  )
}

function Keys() {
  const query = useQuery(keysQuery)
  const [isMaking, setIsMaking] = useState(false)
  const make = (
    <Button mini icon="plus" onClick={() => setIsMaking(true)}>
      New key
    </Button>
  )
  return (
    <Card title="Keys" sub="stored hashed" actions={make} flush>
      <Loaded query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty icon="key" title="No keys yet">
              Programs elsewhere use a key. Browsers are logged in by a link.
            </Empty>
          ) : (
            <Listed keys={keys} />
          )
        }
      </Loaded>
      {isMaking && <NewKeyDialog onClose={() => setIsMaking(false)} />}
    </Card>
  )
}

function Listed({ keys }: { readonly keys: readonly ShownKey[] }) {
  const { data: spent } = useQuery(spentByCallerQuery)
  return (
    <WideTable label="Keys" minWidth={720} className="t midv tight">
      <thead>
        <tr>
          <th>Key</th>
          <th>Owner, role</th>
          <th>May use</th>
          <th>Budget</th>
          <th>This month</th>
          <th>State</th>
          <th>
            <span className="vh">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.toReversed().map((key) => (
          <Row key={key.id} shown={key} spent={spent?.get(`key:${key.name}`)} />
        ))}
      </tbody>
    </WideTable>
  )
}

function Row({ shown: key, spent }: { readonly shown: ShownKey; readonly spent: Spent | undefined }) {
  const { word, tone, icon, opens } = keyStanding(key, useNow(60_000))
  return (
    <tr className={opens ? '' : 'muted'}>
      <td>
        <b className="m5">{key.name}</b>
        <br />
        <span className="sm muted">
          <code>gyre_{key.id}_…</code>, made {moment(Date.parse(key.createdAt))}
        </span>
      </td>
      <td>
        {key.owner}, {key.role}
      </td>
      <td>{key.personas === null ? 'all' : key.personas.join(', ')}</td>
      <td className="sm">{budgetLines(key.budget).join('; ') || 'no limit'}</td>
      <td className="sm num">{spentWords(spent)}</td>
      <td>
        <Tag tone={tone} icon={icon}>
          {word}
        </Tag>
      </td>
      <td className="r">{opens && <Revoke shown={key} />}</td>
    </tr>
  )
}

function spentWords(spent: Spent | undefined): string {
  if (!spent) return 'not used'
  const unpriced = spent.unpriced > 0 ? `, ${spent.unpriced} of unknown cost` : ''
  return `${money(spent.costUsd)}, ${plural(spent.sessions, 'session')}${unpriced}`
}

function Revoke({ shown: { id, name } }: { readonly shown: ShownKey }) {
  const revoke = useRevokeKey()
  // The button is gone before it is told.
  const act = () =>
    void revoke.mutateAsync(id).then(
      () => tell(`${name} is revoked`),
      (error) => tellFailure('Revoking the key', error),
    )
  return (
    <Confirm
      title={`Revoke ${name}?`}
      trigger={
        <Button look="ghost" mini busy={revoke.isPending}>
          Revoke<span className="vh"> {name}</span>
        </Button>
      }
      keep="Keep the key"
      act="Revoke"
      onAct={act}
    >
      Programs that use it are refused from now on, and it cannot be made to work again. Its sessions are kept.
    </Confirm>
  )
}

function LoginLinks() {
  const link = useMakeLoginLink()
  return (
    <Card
      title="Log in another browser"
      actions={
        <Button mini icon="link" busy={link.isPending} onClick={() => link.mutate()}>
          Make a link
        </Button>
      }
    >
      <div className="stack">
        <p className="sm soft">
          A link logs one browser in, once, and works for 15 minutes. Whoever opens it administers this server.
        </p>
        {link.error && <Failure error={link.error} doing="Making the link" />}
        {link.data && (
          <div className="row" role="status">
            <code className="code flex-1">{link.data.url}</code>
            <CopyButton text={link.data.url} label="Copy the link" />
          </div>
        )}
      </div>
    </Card>
  )
}
