/** What is claimed of research over synthetic webs. */
import type { WebClaim } from '../web/lab/judge-webs.ts'
import type { WebResult } from '../web/lab/web-arm.ts'
import { stopSettings } from './research-arms.ts'

/** Most topics that nobody asked for show up; a web may happen to have none of their pages among its results. */
const leastFound = 0.9

const inEvidence = ({ evidence }: WebResult) => evidence.all
const inReport = ({ report }: WebResult) => report.all
const { minCycles, patience } = stopSettings

export const webClaims: readonly WebClaim[] = [
  ...['one round', '3 rounds', '5 rounds'].flatMap((over): readonly WebClaim[] => [
    { claim: `finds more than ${over} of as many tokens`, kind: 'beats', arm: 'research', over, share: inEvidence },
    { claim: `tells more than ${over} of as many tokens`, kind: 'beats', arm: 'research', over, share: inReport },
  ]),
  {
    claim: 'the topic that nobody asked for has a section',
    ...{ kind: 'at-least', arm: 'research', expected: leastFound, isSo: ({ isHiddenFound }) => isHiddenFound },
  },
  {
    claim: `ends within ${patience} rounds after the last that brought a fact`,
    ...{ kind: 'equals', arm: 'research', expected: 1, isSo: ({ lateRounds }) => lateRounds <= patience },
  },
  {
    claim: `all pages say the same: ends after ${minCycles + patience} rounds or earlier`,
    ...{ kind: 'equals', arm: 'nothing new', expected: 1, isSo: ({ rounds }) => rounds <= minCycles + patience },
  },
  {
    claim: 'all there is fits into one round: finds no more than that',
    ...{ kind: 'control', arm: 'small web', over: 'small web, one round', share: inEvidence },
  },
  {
    claim: 'reports with a citation that is none',
    ...{
      kind: 'equals',
      arm: 'an author who invents',
      expected: 0,
      isSo: ({ invalidCitations }) => invalidCitations > 0,
    },
  },
  {
    claim: 'reports in which a number or a quotation that was made up stands unmarked',
    ...{ kind: 'equals', arm: 'an author who invents', expected: 0, isSo: hasSurvivors },
  },
  {
    claim: 'reports that do not list all that was taken out or marked',
    ...{ kind: 'equals', arm: 'an author who invents', expected: 0, isSo: ({ unlisted }) => unlisted > 0 },
  },
]

/** A switch of research: as it is, against all else the same without it. */
const switched = (name: string) => ({ arm: 'research', over: `without ${name}` })

/** For each switch what it is for; where the simulated model has no use for it, that it wins nothing. */
export const switchClaims: readonly WebClaim[] = [
  {
    claim: 'exploration: what nobody asked for and shows up is found',
    ...{ kind: 'beats', ...switched('exploration'), share: inEvidence },
  },
  {
    claim: 'guided: finds no more where nearly all pages can be had',
    ...{ kind: 'control', ...switched('guided'), share: inEvidence },
  },
  { claim: 'numericStop: ends when nothing more comes, and needs less', kind: 'saves', ...switched('numericStop') },
  {
    claim: 'scout: nothing for a planner who knows the words of the trade',
    ...{ kind: 'control', ...switched('scout'), share: inEvidence },
  },
  {
    claim: 'seeHeadings: nothing for an author who keeps to the section anyway',
    ...{ kind: 'control', ...switched('seeHeadings'), share: inReport },
  },
]

function hasSurvivors({ survived: { citation, number, quote } }: WebResult): boolean {
  return citation + number + quote > 0
}
