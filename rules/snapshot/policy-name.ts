import { dateInName } from '../../src/model/date-math.ts';
import { defineRule } from '../../src/model/rule.ts';
import { changeRemedy } from '../../src/model/snapshot-remedies.ts';

export default defineRule({
  summary: 'Put the date into the names of snapshots.',
  why: 'Who has to restore the state of a day looks for it by its name; without a date, the names differ in random letters alone.',
  reference: 'https://www.elastic.co/docs/reference/elasticsearch/rest-apis/api-conventions#api-date-math-index-names',
  since: '0.1.0',
  severity: { development: 'warning', production: 'warning', strict: 'error' },
  reads: ['snapshotName'],
  messages: {
    none: 'Policy {{policy}} names its snapshots {{name}}, without a date; expected date math in angle brackets, such as {{meant}}.',
    longer:
      'Policy {{policy}} names its snapshots {{name}}, which does not tell the day; expected a name such as {{meant}}.',
  },
  *snapshotPolicy({ name: policy, snapshotName, replacement }) {
    if (snapshotName.state !== 'known') return;
    const name = snapshotName.value;
    const date = dateInName(name);
    if (date === 'day') return;
    const fixed = name.replace(/[<>\\]|\{.*\}/g, '').replace(/^-+|-+$/g, '');
    const meant = `<${fixed === '' ? policy : fixed}-{now/d}>`;
    const remedies = changeRemedy({ replacement }, snapshotName, meant);
    yield { at: snapshotName, message: date, data: { policy, name, meant }, hosts: [], remedies };
  },
});
