/** What each cycle gained, against the line below which it is too little; and the rules that end a research. */
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Sideways } from '../../ui/sideways.tsx'
import { RuleList } from '../loop/rule-list.tsx'
import { GainPlot } from './gain-plot.tsx'
import { type Cycle, type ResearchPicture, shownMeasure } from './research-picture.ts'
import { researchRules } from './research-rules.ts'

export function GainCard({ picture }: { readonly picture: ResearchPicture }) {
  const { cycles, settings, stopWhy } = picture
  const rules = researchRules(picture)
  const isSaid = rules.some(({ said }) => said === stopWhy)
  return (
    <Card
      title="Gain and stop rule"
      sub={<span className="desk">stop line {settings.leastGain}</span>}
      actions={<Stopped picture={picture} />}
    >
      {cycles.length === 0 ? (
        <p className="sm muted">No cycle has been measured yet.</p>
      ) : (
        <>
          <GainPlot cycles={cycles} stopLine={settings.leastGain} />
          <GainTable cycles={cycles} />
        </>
      )}
      <RuleList label="Rules that end it, in their order" rules={rules} />
      {stopWhy !== '' && !isSaid && <p className="sm soft pt-2">{stopWhy}</p>}
    </Card>
  )
}

/** Why it stopped; where no rule did, how it ended. */
function Stopped({ picture: { stop, outcome } }: { readonly picture: ResearchPicture }) {
  if (stop === '' && outcome === '') return null
  const word = stop === '' ? `ended: ${outcome}` : `stopped: ${stop.replaceAll('_', ' ')}`
  return <Badge tone={stop === 'covered' ? 'ok' : 'wait'}>{word}</Badge>
}

/** The plot as numbers. */
function GainTable({ cycles }: { readonly cycles: readonly Cycle[] }) {
  return (
    <details className="twin-table">
      <summary>Numbers</summary>
      <Sideways label="Gains">
        <table className="t">
          <thead>
            <tr>
              <th scope="col">Cycle</th>
              <th scope="col" className="r">
                Gain
              </th>
              <th scope="col" className="r">
                Smoothed
              </th>
              <th scope="col" className="r">
                Coverage
              </th>
              <th scope="col" className="r">
                Passages
              </th>
              <th scope="col" className="r">
                Unseen
              </th>
            </tr>
          </thead>
          <tbody>
            {cycles.map(({ number, gain, smoothed, total, accepted, unseen }) => (
              <tr key={number}>
                <td>{number}</td>
                <td className="r">{shownMeasure(gain)}</td>
                <td className="r">{shownMeasure(smoothed)}</td>
                <td className="r">{shownMeasure(total)}</td>
                <td className="r">{accepted}</td>
                <td className="r">{shownMeasure(unseen)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sideways>
    </details>
  )
}
