/** A plan as waves: columns of steps that may run side by side. */
import { useState } from 'react'
import { duration } from '../../ui/format.ts'
import { type DrawnStep, waveStanding } from './plan-picture.ts'
import { PlanStepCard } from './plan-step-card.tsx'
import { relativesOf, wavesOf } from './plan-waves.ts'

export type PlanDrawingProps = {
  readonly steps: readonly DrawnStep[]
  readonly version: number
  /** The key of the step that is looked at. */
  readonly chosen: string | undefined
  readonly onChoose: (key: string | undefined) => void
}

export function PlanWaves({ steps, version, chosen, onChoose }: PlanDrawingProps) {
  const [lit, setLit] = useState<string>()
  const related = lit === undefined ? new Set<string>() : relativesOf(steps, lit)
  return (
    <ol className="waves" aria-label="Plan as waves">
      {wavesOf(steps).map((wave, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a wave is its place.
        <li key={index} className="wv">
          <WaveHeading number={index + 1} steps={wave} />
          {wave.map((step) => (
            <PlanStepCard
              key={step.key}
              step={step}
              version={version}
              isLit={related.has(step.id)}
              isChosen={chosen === step.key}
              onChoose={() => onChoose(chosen === step.key ? undefined : step.key)}
              onLight={(isLit) => setLit(isLit ? step.id : undefined)}
            />
          ))}
        </li>
      ))}
    </ol>
  )
}

function WaveHeading({ number, steps }: { readonly number: number; readonly steps: readonly DrawnStep[] }) {
  const { word, ms } = waveStanding(steps)
  return (
    <h3>
      <b>Wave {number}</b>
      {ms === undefined ? word : `${word}, ${duration(ms)}`}
    </h3>
  )
}
