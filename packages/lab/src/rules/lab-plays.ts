/** All that the simulated model can do, in the order in which it is asked: what has more to go by goes first. */
import { answerAtOnce } from './answer-at-once.ts'
import { answerFromCalls } from './answer-from-calls.ts'
import { answerQuestion } from './answer-question.ts'
import { askFollowUps } from './ask-follow-ups.ts'
import { carryOutStep } from './carry-out-step.ts'
import { checkClaims } from './check-claims.ts'
import { chooseLoop } from './choose-loop.ts'
import { compressMemory, evaluateOutput } from './evaluate-output.ts'
import { fillValue } from './fill-value.ts'
import { judgeConfidence, judgeScore, judgeVerdict } from './judge.ts'
import { correctAnswer, judgeGap } from './judge-gap.ts'
import { makePlan } from './make-plan.ts'
import { planTasks } from './plan-tasks.ts'
import { decideOnSteps, planToolSteps } from './plan-tool-steps.ts'
import { planWave } from './plan-wave.ts'
import type { Play } from './play.ts'
import { prepareInput } from './prepare-input.ts'
import { putTogether } from './put-together.ts'
import { reflect } from './reflect.ts'
import { researchPlays } from './research/research-plays.ts'
import { revise } from './revise.ts'
import { summariseSteps } from './summarise-steps.ts'
import { think } from './think.ts'
import { useTools } from './use-tools.ts'
import { writeAgain } from './write-again.ts'

export const labPlays: readonly Play[] = [
  writeAgain,
  ...researchPlays,
  planWave,
  planToolSteps,
  planTasks,
  prepareInput,
  evaluateOutput,
  decideOnSteps,
  compressMemory,
  judgeGap,
  correctAnswer,
  answerFromCalls,
  summariseSteps,
  judgeVerdict,
  judgeScore,
  judgeConfidence,
  makePlan,
  chooseLoop,
  think,
  askFollowUps,
  checkClaims,
  revise,
  reflect,
  carryOutStep,
  answerQuestion,
  fillValue,
  putTogether,
  useTools,
  answerAtOnce,
]
