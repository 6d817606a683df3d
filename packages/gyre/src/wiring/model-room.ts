/** The models of a place: by name, by tier, as objects of a config, and the one that is used when nobody names one. */
import type { KeyValue, Model, Price, SettingValues } from '@gyre/core'
import {
  type Detection,
  demoModel,
  detectModel,
  jointModel,
  knownModel,
  learnedCapabilities,
  pacedModel,
  plainModel,
  type ReadyModelOptions,
  readyModel,
} from '@gyre/models'
import type { EffectiveConfig } from '../config/effective-config.ts'
import type { Environment } from '../config/environment.ts'

export type ModelRoomOptions = {
  readonly env: Environment
  readonly config: Pick<EffectiveConfig, 'models' | 'providers' | 'limits' | 'timeouts'>
  readonly settings: Pick<SettingValues, 'default_model' | 'prices' | 'fallbacks' | `tier.${keyof Tiers}`>
  /** Where the default model is set, for people. */
  readonly settingFrom?: string
  readonly keyValue: KeyValue
  /** How long the demo model takes to begin a reply, for who wants to watch it: no time when left out. */
  readonly demoPaceMs?: number | undefined
  readonly fetch?: typeof globalThis.fetch
}

type LanguageModel = Exclude<Parameters<typeof readyModel>[0], string>

type Tiers = { local: string; light: string; medium: string; heavy: string }

export class ModelRoom {
  #options: ModelRoomOptions
  #ready: ReadyModelOptions
  #detecting: Promise<Detection> | undefined
  #detected: Detection | undefined

  constructor(options: ModelRoomOptions) {
    this.#options = options
    this.#ready = this.#readyOptions(options)
  }

  /** From now on models are found by these settings; sessions that run keep theirs. */
  heed(settings: ModelRoomOptions['settings']): void {
    const isOther = settings.default_model !== this.#options.settings.default_model
    this.#options = { ...this.#options, settings }
    this.#ready = this.#readyOptions(this.#options)
    if (isOther) [this.#detecting, this.#detected] = [undefined, undefined]
  }

  #readyOptions({ env, config, settings, keyValue }: ModelRoomOptions): ReadyModelOptions {
    return {
      env,
      providers: config.providers,
      limits: config.limits,
      ...(config.timeouts.firstPartMs !== undefined && { firstPartMs: config.timeouts.firstPartMs }),
      ...(config.timeouts.callMs !== undefined && { callMs: config.timeouts.callMs }),
      prices: settings.prices,
      fallbacks: settings.fallbacks,
      keyValue,
      learned: learnedCapabilities(keyValue),
      findModel: (name) => this.#made(name, plainModel),
    }
  }

  /** A model by its name or tier; fails with what is wrong with the name. */
  find(name: string): Model {
    return this.#made(name, readyModel)
  }

  /** Whether one of these variables holds a key. */
  hasKey(variables: readonly string[]): boolean {
    return variables.some((variable) => (this.#options.env[variable]?.trim() ?? '') !== '')
  }

  /** Which model is used when nobody names one, and why. */
  detect(): Promise<Detection> {
    const { env, settings, settingFrom, keyValue, fetch } = this.#options
    const setting = settings.default_model
    if (this.#detecting) return this.#detecting
    const detecting = detectModel({ env, setting, settingFrom, keyValue, ...(fetch && { fetch }) }).then((detected) => {
      // Settings may have changed meanwhile.
      if (this.#detecting === detecting) this.#detected = detected
      return detected
    })
    this.#detecting = detecting
    return detecting
  }

  /** Whether that is the model that only shows how things go. */
  async isDemo(): Promise<boolean> {
    return isDemoName(this.#meant((await this.detect()).name))
  }

  async default(): Promise<Model> {
    return this.find((await this.detect()).name)
  }

  #made(name: string, make: typeof readyModel): Model {
    const meant = this.#meant(name)
    const given = this.#options.config.models.get(meant)
    if (!given) return this.#atPace(make(meant, this.#ready))
    const { prices } = this.#options.settings
    if ('stream' in given) return named(given, meant, prices[meant] ?? prices[given.id])
    return make(given as LanguageModel, { ...this.#ready, id: meant })
  }

  #atPace(model: Model): Model {
    const { demoPaceMs = 0 } = this.#options
    return demoPaceMs > 0 && model.id === demoModel.id ? pacedModel(model, demoPaceMs) : model
  }

  /** What a tier stands for: one that nobody set is the default model, which may be a tier in turn. */
  #meant(name: string): string {
    const { settings } = this.#options
    if (!isTier(name)) return name
    const set = settings[`tier.${name}`]
    if (set) return set
    const other = this.#defaultName()
    return isTier(other) ? settings[`tier.${other}`] || other : other
  }

  /** Local servers count only when they were asked before: a name is looked up without a wait. */
  #defaultName(): string {
    const { env, settings } = this.#options
    return (this.#detected ?? knownModel({ env, setting: settings.default_model }))?.name ?? demoModel.id
  }
}

/** Its answers are set phrases: nobody should build on them. */
export function isDemoName(name: string): boolean {
  return name.startsWith('demo/')
}

function isTier(name: string): name is keyof Tiers {
  return name === 'local' || name === 'light' || name === 'medium' || name === 'heavy'
}

/** A model of one's own, by the name it was asked for and is found again by, at the price it is given here. */
function named(model: Model, id: string, price: Price | undefined): Model {
  if (!price && id === model.id) return model
  return jointModel({ first: model, id, price, stream: (request, call) => model.stream(request, call) })
}
