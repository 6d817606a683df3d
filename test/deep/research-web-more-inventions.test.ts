/** The other half of 200 reports of an author who invents. */
import { describeInventions } from '../support/web8-inventions.ts'

describeInventions(101, 200)
