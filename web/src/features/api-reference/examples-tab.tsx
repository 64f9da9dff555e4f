import { useState } from 'react';
import { CodeBlock } from '../../ui/code.tsx';
import { examplesFor, LANGUAGE_LABELS, LANGUAGES, type Language } from './examples.ts';

export function ExamplesTab() {
  const [language, setLanguage] = useState<Language>('typescript');
  const examples = examplesFor(`${window.location.origin}/api`);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <p className="max-w-[44rem] text-pretty">
          Six steps that build on each other: run in order, they work as they are. Set{' '}
          <code className="text-[0.875em]">PRIVATE_KEY</code> and{' '}
          <code className="text-[0.875em]">RPC_URL</code> in the environment; use a wallet for testing.
        </p>
        <fieldset className="flex overflow-hidden rounded-[10px] border border-line-strong">
          <legend className="sr-only">Language</legend>
          {LANGUAGES.map((key) => (
            <label
              key={key}
              className="flex h-10 cursor-pointer items-center px-3.5 text-sm text-muted not-first:border-l not-first:border-line-strong hover:bg-sunken has-checked:bg-teal-soft has-checked:font-medium has-checked:text-teal has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="language"
                checked={language === key}
                onChange={() => setLanguage(key)}
                className="sr-only"
              />
              {LANGUAGE_LABELS[key]}
            </label>
          ))}
        </fieldset>
      </div>
      <ol className="mt-8 flex flex-col gap-10">
        {examples.map((example, index) => (
          <li key={example.id} className="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,17rem)_minmax(0,1fr)]">
            <div>
              <h2 className="text-lg">
                <span className="figures text-muted">{index + 1}.</span> {example.title}
              </h2>
              <p className="mt-2 text-[0.9375rem] text-pretty text-muted">{example.text}</p>
            </div>
            <CodeBlock label={`${example.title} (${LANGUAGE_LABELS[language]})`} code={example[language]} />
          </li>
        ))}
      </ol>
    </>
  );
}
