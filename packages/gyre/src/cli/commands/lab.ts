/** `gyre lab`: whether each loop reaches what arithmetic says it must. */
import { beyondSuite, measureArm, suite } from '@gyre/lab'
import { memoryStore } from '@gyre/stores'
import { labRun } from '../lab/lab-run.ts'

export const lab = labRun({ suite, beyondSuite, measure: measureArm({ store: memoryStore }) })
