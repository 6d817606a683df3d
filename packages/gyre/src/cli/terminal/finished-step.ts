/** A finished step as a line of a terminal may tell of it. */
import {
  type FactEvent,
  type FinishedStep,
  finishedStep as finishedStepOf,
  type JsonObject,
  stepName as nameOf,
} from '@gyre/core'
import { oneLine } from './one-line.ts'

export function finishedStep(event: FactEvent, number: number): FinishedStep {
  const step = finishedStepOf(event, number)
  return { ...step, name: oneLine(step.name), said: oneLine(step.said) }
}

export function stepName(path: string, data: JsonObject): string {
  return oneLine(nameOf(path, data))
}
