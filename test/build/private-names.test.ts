import { withPlainNames } from '../../build/private-names.ts';
import { assert, describe } from '../describe.ts';

describe('private names in the bundle', (it) => {
  it('become plain names', () => {
    const text = 'class A { #a = 1; get #b() { return this.#a; } static #c(of: A) { return of?.#b; } *#d() {} }';
    const plain = 'class A { $a = 1; get $b() { return this.$a; } static $c(of: A) { return of?.$b; } *$d() {} }';
    assert.equal(withPlainNames('a.ts', text), plain);
  });

  it('are those of their class, whatever class it extends', () => {
    const text = 'class B extends A { #a = 1; b = class { #c = 2; d(of: B) { return [of.#a, this.#c]; } }; }';
    const plain = 'class B extends A { $B$a = 1; b = class { $c = 2; d(of: B) { return [of.$B$a, this.$c]; } }; }';
    assert.equal(withPlainNames('a.ts', text), plain);
    assert.throws(
      () => withPlainNames('a.ts', '\nexport default class extends A { #a = 1; }'),
      /a\.ts:2: .* needs a name/,
    );
  });

  it('leave texts, patterns, templates and comments alone', () => {
    const text = "class A { #a = ['#a', /#a/, `#a ${'#a'}`]; } // this.#a";
    assert.equal(withPlainNames('a.ts', text), text.replace('#a =', '$a ='));
  });

  it('are refused where a plain name would mean something else', () => {
    assert.throws(() => withPlainNames('a.ts', '\nclass A { #a = 1; $a = 2 }'), /^a\.ts:2: a member begins with \$/);
    assert.throws(() => withPlainNames('a.ts', 'class A { #a = 1; is(one: A) { return #a in one } }'), /with in/);
  });
});
