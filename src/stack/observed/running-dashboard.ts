/** Makes an instance of a dashboard from what it answers: whether it has a key of its own, and no more. */
import type { Given, Origin, Secret, Setting, Unknown } from '../../model/setting.ts';
import type { SettingName, SettingTypes } from '../../model/settings.ts';
import { dashboard } from '../../model/stack.ts';
import type { Dashboard, Member } from '../../model/stack.ts';
import { product as schemaOf } from '../../generated/vocabularies.ts';
import { ProductSettings } from '../products/product-settings.ts';
import type { ProductSource } from '../products/product-settings.ts';
import type { ProductSchema } from '../products/products.ts';
import { partOfAnswer, placeInAnswer } from './answers.ts';
import type { ClusterAnswer, InstanceAnswers, PartOfAnswer } from './answers.ts';

/** Makes an instance of a dashboard, which belongs to the cluster beside which it was asked. */
export function runningDashboard(instance: InstanceAnswers, member: Member, clusterName: Setting<string>): Dashboard {
  const schema = schemaOf(instance.product);
  const ofProduct = new ProductSettings(schema).of(new RunningDashboard(instance, schema));
  const source = <N extends SettingName>(name: N): Setting<SettingTypes[N]> =>
    name === 'clusterName' ? (clusterName as Setting<SettingTypes[N]>) : ofProduct(name);
  return dashboard(member, source);
}

/** The one setting of a dashboard that its API tells something about. */
const SAVED_OBJECTS_KEY = 'xpack.encryptedSavedObjects.encryptionKey';

/** The key itself is not shown. */
const HIDDEN_KEY: Secret = { length: undefined, same: () => undefined };

class RunningDashboard implements ProductSource {
  readonly #schema: ProductSchema;
  readonly #status: ClusterAnswer;
  readonly #alerting: ClusterAnswer | undefined;

  constructor({ answerTo }: InstanceAnswers, schema: ProductSchema) {
    this.#schema = schema;
    this.#status = answerTo('dashboard-status') ?? { request: 'GET /api/status' };
    this.#alerting = answerTo('alerting-health');
  }

  given(own: string): Given<unknown> | undefined {
    const answer = this.#alerting;
    if (own !== SAVED_OBJECTS_KEY || answer === undefined)
      return this.#unknown(own, placeInAnswer(this.#status, []), this.whyNotStated(own));
    const isPermanent = this.#permanence(answer);
    if (isPermanent?.value === true)
      return { state: 'known', setting: this.#fills(own), variable: own, origin: isPermanent.place, value: HIDDEN_KEY };
    if (isPermanent?.value === false) return undefined;
    const why = answer.why ?? `${answer.request} does not tell whether ${own} is set`;
    return this.#unknown(own, placeInAnswer(answer, []), why);
  }

  placeToSet(own: string): Origin {
    const answer = this.#alerting;
    const found = own === SAVED_OBJECTS_KEY && answer !== undefined ? this.#permanence(answer) : undefined;
    return found?.place ?? placeInAnswer(this.#status, []);
  }

  whyNotStated(name: string): string {
    return this.#status.why ?? `no request to ${this.#schema.name} tells whether ${name} is set`;
  }

  /** Before 7.13, keys of the answer were in another style. */
  #permanence(answer: ClusterAnswer): PartOfAnswer | undefined {
    return (
      partOfAnswer(answer, ['has_permanent_encryption_key']) ?? partOfAnswer(answer, ['hasPermanentEncryptionKey'])
    );
  }

  #fills(own: string): SettingName | undefined {
    return this.#schema.settings[own]?.fills;
  }

  #unknown(own: string, origin: Origin, message: string): Unknown {
    return { state: 'unknown', setting: this.#fills(own), variable: own, origin, reason: 'not-collected', message };
  }
}
