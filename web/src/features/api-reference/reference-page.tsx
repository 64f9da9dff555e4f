import { Tabs } from '../../ui/tabs.tsx';
import { EndpointsTab } from './endpoints-tab.tsx';
import { ExamplesTab } from './examples-tab.tsx';
import { Rules } from './rules.tsx';
import type { ReferenceTab } from './tabs.ts';
import { WebhooksTab } from './webhooks-tab.tsx';

interface ReferencePageProps {
  tab: ReferenceTab;
  text: string;
  onTab: (tab: ReferenceTab) => void;
  onSearch: (text: string) => void;
}

export function ReferencePage({ tab, text, onTab, onSearch }: ReferencePageProps) {
  return (
    <div className="page py-10 sm:py-14">
      <div className="max-w-[44rem]">
        <h1 className="text-3xl tracking-[-0.025em] sm:text-4xl">API reference</h1>
        <p className="mt-4 text-lg text-pretty text-muted">
          The interface that this site itself uses, open to anyone with a wallet. The calls are read from the
          running server’s own description,{' '}
          <a href="/api/openapi.json" className="text-teal underline underline-offset-4">
            openapi.json
          </a>
          .
        </p>
      </div>
      <div className="mt-8">
        <Tabs
          label="Parts of the reference"
          value={tab}
          onChange={onTab}
          tabs={[
            {
              key: 'endpoints',
              label: 'Endpoints',
              content: (
                <div className="flex flex-col gap-6">
                  <Rules />
                  <div>
                    <EndpointsTab text={text} onSearch={onSearch} />
                  </div>
                </div>
              ),
            },
            { key: 'examples', label: 'Code Examples', content: <ExamplesTab /> },
            { key: 'webhooks', label: 'Webhooks', content: <WebhooksTab /> },
          ]}
        />
      </div>
    </div>
  );
}
