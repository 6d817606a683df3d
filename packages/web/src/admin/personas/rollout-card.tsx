/** A persona's name split between versions or loops: weights, and how each arm does. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Arms, type Rollout, rolloutQuery, useSaveRollout } from '../../api/persona-admin.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { count, duration, money } from '../../ui/format.ts'
import { Failure, Loaded } from '../../ui/states.tsx'
import { tell, tellFailure } from '../../ui/toasts.tsx'
import { WideTable } from '../../ui/wide-table.tsx'
import { RolloutForm } from './rollout-form.tsx'
import { firstArms, percent, splitText } from './rollout-text.ts'

type RolloutCardProps = {
  readonly name: string
  readonly versions: readonly number[]
  readonly mayChange: boolean
}

export function RolloutCard({ name, versions, mayChange }: RolloutCardProps) {
  const query = useQuery(rolloutQuery(name))
  const [arms, setArms] = useState<Arms>()
  const save = useSaveRollout(name)
  const before = (query.data?.rollout?.arms ?? []) as Arms
  const put = (next: Arms) =>
    save.mutate(next, {
      onSuccess: () => {
        setArms(undefined)
        tell(next.length === 0 ? `${name} is not split any more` : `${name} is split`, () =>
          save.mutate(before, { onError: (error) => tellFailure('Undo', error) }),
        )
      },
    })
  const edit = (
    <Button
      mini
      disabled={!mayChange || arms !== undefined}
      title={mayChange ? undefined : 'For administrators'}
      onClick={() => setArms(before.length > 0 ? before : firstArms(versions))}
    >
      {before.length > 0 ? 'Change the split' : 'Split it'}
    </Button>
  )
  return (
    <Card title="Rollout" sub={query.data && splitText(query.data)} actions={edit} flush>
      {arms && (
        <div className="in">
          <RolloutForm
            arms={arms}
            versions={versions}
            isSaving={save.isPending}
            onChange={setArms}
            onSave={() => put(arms)}
            onDiscard={() => setArms(undefined)}
            onEnd={before.length > 0 ? () => put([]) : undefined}
          />
        </div>
      )}
      {save.error && <Failure error={save.error} doing="Saving the rollout" />}
      <Loaded query={query}>{(rollout) => <Figures rollout={rollout} />}</Loaded>
    </Card>
  )
}

function Figures({ rollout: { arms, rollout } }: { readonly rollout: Rollout }) {
  if (arms.every(({ figures }) => figures === null)) {
    return <p className="in sm muted p-3.5">No session ran with it so far: figures come with the first.</p>
  }
  return (
    <>
      <WideTable label="Figures by arm" minWidth={460} className="t tight">
        <thead>
          <tr>
            <th>Arm</th>
            <th className="r">Sessions</th>
            <th className="r">Success</th>
            <th className="r">Calls</th>
            <th className="r">Time</th>
            <th className="r">Cost</th>
          </tr>
        </thead>
        <tbody>
          {arms.map((each) => (
            <ArmRow key={each.arm} arm={each} isSplit={rollout !== null} />
          ))}
        </tbody>
      </WideTable>
      <p className="xs muted px-3.5 pb-2.5">Calls, time and cost are medians of the sessions that ended.</p>
    </>
  )
}

type ArmRowProps = { readonly arm: Rollout['arms'][number]; readonly isSplit: boolean }

const none = '–'

function ArmRow({ arm: { arm, weight, figures }, isSplit }: ArmRowProps) {
  return (
    <tr>
      <td>
        <code>{arm}</code>
        {isSplit && (
          <span className="xs muted block">{weight === null ? 'no longer in the split' : `weight ${weight}`}</span>
        )}
      </td>
      <td className="r">{figures ? count(figures.sessions) : none}</td>
      <td className="r">{figures?.successRate == null ? none : percent(figures.successRate)}</td>
      <td className="r">{figures?.modelCalls ? figures.modelCalls.median : none}</td>
      <td className="r">{figures?.activeMs ? duration(figures.activeMs.median) : none}</td>
      <td className="r">{figures?.costUsd ? money(figures.costUsd.median) : none}</td>
    </tr>
  )
}
