/** Half of 200 reports of an author who invents; the other half is in a file of its own, for another core. */
import { describeInventions } from '../support/web8-inventions.ts'

describeInventions(1, 100)
