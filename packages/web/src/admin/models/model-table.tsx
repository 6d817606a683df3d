/** The models, each with a button that asks it for one sentence. */
import { useIsOperator, useMay } from '../../api/me.ts'
import { type ShownModel, useTestModel } from '../../api/models.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { shortCount } from '../../ui/format.ts'
import { Failure } from '../../ui/states.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import { abilityText, priceText } from './model-list.ts'
import { ReplyLine } from './model-reply.tsx'
import { useDefaultModel } from './use-default-model.ts'

export function ModelTable({ models, label }: { readonly models: readonly ShownModel[]; readonly label: string }) {
  return (
    <WideTable label={label} minWidth={760} className="t tight">
      <caption className="vh">{label}</caption>
      <thead>
        <tr>
          <th>Model</th>
          <th>Used as</th>
          <th>Price for 1M tokens</th>
          <th className="r">Context</th>
          <th>Can itself</th>
          <th>
            <span className="vh">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map((model) => (
          <ModelRow key={model.name} model={model} />
        ))}
      </tbody>
    </WideTable>
  )
}

function ModelRow({ model }: { readonly model: ShownModel }) {
  const test = useTestModel()
  const mayTest = useMay('admin')
  const { name, price, contextWindow, from, fault } = model
  return (
    <>
      <tr>
        <td>
          <code>{name}</code>
          <br />
          <span className="xs muted">{from === 'known' ? 'known by name' : from}</span>
        </td>
        <td>
          <Uses model={model} />
        </td>
        <td className="num">{priceText(price)}</td>
        <td className="r">{contextWindow === null ? 'not known' : shortCount(contextWindow)}</td>
        <td>{abilityText(model)}</td>
        <td className="r">
          <span className="row justify-end">
            <UseButton model={model} />
            <Button
              mini
              icon="play"
              busy={test.isPending}
              disabled={!mayTest || fault !== null}
              title={mayTest ? (fault ?? 'Asks it for one sentence') : 'For administrators'}
              label={`Test ${name}`}
              onClick={() => test.mutate(name)}
            >
              Test
            </Button>
          </span>
        </td>
      </tr>
      {(test.data ?? test.error) && (
        <tr>
          <td colSpan={6}>
            {test.data ? <ReplyLine reply={test.data} /> : <Failure error={test.error} doing="The test" />}
          </td>
        </tr>
      )}
    </>
  )
}

function Uses({ model: { isDefault, tiers, fault } }: { readonly model: ShownModel }) {
  if (!isDefault && tiers.length === 0 && fault === null) return <span className="muted">not set</span>
  return (
    <span className="grid gap-1 justify-items-start">
      {isDefault && (
        <Badge tone="acc" icon="check" square>
          default
        </Badge>
      )}
      {tiers.length > 0 && <span className="sm">{tiers.join(', ')}</span>}
      {fault !== null && (
        <Tag tone="wait" icon="alert">
          <span className="model-fault">{fault.replace(/^`[^`]+`:? ?/, '')}</span>
        </Tag>
      )}
    </span>
  )
}

function UseButton({ model: { name, isDefault, fault } }: { readonly model: ShownModel }) {
  const isOperator = useIsOperator()
  const { use, isBusy, isFixed } = useDefaultModel()
  if (isDefault || fault !== null) return null
  const why = isFixed ? 'The default is set in the config or the environment' : 'For administrators of the server'
  return (
    <Button
      mini
      look="ghost"
      busy={isBusy}
      disabled={!isOperator || isFixed}
      title={isOperator && !isFixed ? 'New sessions use it where none is named' : why}
      label={`Use ${name} as the default`}
      onClick={() => use(name)}
    >
      Use
    </Button>
  )
}
