/** Rates of every property. */
import type { Rate, RateCode } from './property.ts'

export const rates: Readonly<Record<RateCode, Rate>> = {
  FLEX: { rateCode: 'FLEX', name: 'can be cancelled until two days before', off: 0, leastNights: 1, refundable: true },
  SAVER: { rateCode: 'SAVER', name: 'paid at once, no refund', off: 12, leastNights: 1, refundable: false },
  LONG: { rateCode: 'LONG', name: 'a week or longer, can be cancelled', off: 15, leastNights: 7, refundable: true },
}
