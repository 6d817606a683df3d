/** The claims of a draft that tools can check: sums with a calculator, statements of fact with a search. */
import { equationsIn } from '../arithmetic/equations.ts'
import type { ClaimCheck } from '../decision.ts'
import { statementsIn } from '../lookup/claim-evidence.ts'
import { listedCalculator, listedSearch, listedTools } from '../reading/listed-tools.ts'
import type { Rule } from '../rule.ts'

/** More checks than these are not made in one round. */
const mostChecks = 12

export const judgeClaims: Rule = {
  name: 'judge-claims',
  purposes: ['claims'],
  ability: 'check sums and statements of fact in a draft with tools',
  decide(_, { material }, { introduction }) {
    const { draft: given = '', tools } = material
    // What the model says of itself is no statement that documents could bear out.
    const draft = given.replaceAll(introduction, ' ')
    const listed = listedTools(tools)
    const [calculator, search] = [listedCalculator(listed), listedSearch(listed)]
    const sums = calculator
      ? equationsIn(draft).map(({ text, expression }) => sum(text, calculator.name, expression))
      : []
    const facts = search && sums.length === 0 ? statementsIn(draft).map((claim) => fact(claim, search.name)) : []
    const checks = [...sums, ...facts].slice(0, mostChecks)
    // A draft in which nothing can be checked is not verified by that.
    return checks.length === 0 ? undefined : { kind: 'claims', checks }
  },
}

function sum(claim: string, tool: string, expression: string): ClaimCheck {
  return { claim, tool, input: { expression } }
}

function fact(claim: string, tool: string): ClaimCheck {
  return { claim, tool, input: { query: claim } }
}
