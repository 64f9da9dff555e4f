import { describe, expect, test } from 'vitest';
import { outboundUrlProblem } from './address.ts';

const production = { environment: 'production', publicOrigin: 'https://mooring.example' } as const;
const local = { environment: 'local', publicOrigin: 'http://localhost:8787' } as const;

const HTTPS = 'Please enter a web address that begins with https://.';
const NOT_PUBLIC = 'This is not an address on the public internet.';
const INSIDE = 'This host name is not on the public internet.';
const SHORT = 'Please enter the full host name, such as hooks.your-company.com.';
const PORT = 'Please use port 443, or one from 1024 on.';

test.each([
  'https://hooks.example.com/mooring?tenant=1',
  'https://hooks.example.com:443/',
  'https://hooks.example.com:1024/',
  'https://hooks.example.com:65535/',
  'https://HOOKS.Example.com./',
  'https://bücher.example.com/',
  'https://8.8.8.8/',
  'https://172.15.255.255/',
  'https://172.32.0.0/',
  'https://100.63.255.255/',
  'https://100.128.0.0/',
  'https://223.255.255.255/',
  'https://[2606:4700:4700::1111]/',
  'https://[2001:200::1]/',
  'https://locale.example.com/',
  'https://internal.example.com/',
])('accepts %s as an outbound URL', (url) => {
  expect(outboundUrlProblem(production, url)).toBeNull();
});

test.each([
  // Schemes and shapes.
  ['', HTTPS],
  ['hooks.example.com', HTTPS],
  ['https://', HTTPS],
  ['https://1.2.3.400/', HTTPS],
  ['http://hooks.example.com/', HTTPS],
  ['ftp://hooks.example.com/', HTTPS],
  ['wss://hooks.example.com/', HTTPS],
  ['file:///etc/passwd', HTTPS],
  ['data:text/plain,hello', HTTPS],
  ['javascript:alert(1)', HTTPS],
  ['http://localhost:3000/', HTTPS],
  ['https://ada@hooks.example.com/', 'Please leave the user name and password out of the address.'],
  ['https://:secret@hooks.example.com/', 'Please leave the user name and password out of the address.'],
  ['https://mooring.example/api/webhooks', 'This is our own address. Please enter one of yours.'],
  ['https://MOORING.example.:443/', 'This is our own address. Please enter one of yours.'],
  ['https://hooks.example.com:22/', PORT],
  ['https://hooks.example.com:80/', PORT],
  ['https://hooks.example.com:1023/', PORT],
  ['https://hooks.example.com:0/', PORT],
  // Names.
  ['https://localhost/', SHORT],
  ['https://localhost./', SHORT],
  ['https://intranet/', SHORT],
  ['https://printer.local/', INSIDE],
  ['https://printer.LOCAL./', INSIDE],
  ['https://metadata.google.internal/computeMetadata/v1/', INSIDE],
  ['https://anything.localhost/', INSIDE],
  ['https://router.home.arpa/', INSIDE],
  // IPv4 in every notation that a URL can have.
  ['https://127.0.0.1/', NOT_PUBLIC],
  ['https://127.255.255.254/', NOT_PUBLIC],
  ['https://127.1/', NOT_PUBLIC],
  ['https://2130706433/', NOT_PUBLIC],
  ['https://0x7f000001/', NOT_PUBLIC],
  ['https://0x7f.1/', NOT_PUBLIC],
  ['https://017700000001/', NOT_PUBLIC],
  ['https://0177.0.0.1/', NOT_PUBLIC],
  ['https://127.0.0.1./', NOT_PUBLIC],
  ['https://%31%32%37.0.0.1/', NOT_PUBLIC],
  ['https://①②⑦.⓪.⓪.①/', NOT_PUBLIC],
  ['https://0.0.0.0/', NOT_PUBLIC],
  ['https://0/', NOT_PUBLIC],
  ['https://0.1.2.3/', NOT_PUBLIC],
  ['https://10.0.0.1/', NOT_PUBLIC],
  ['https://100.64.0.1/', NOT_PUBLIC],
  ['https://100.127.255.255/', NOT_PUBLIC],
  ['https://169.254.169.254/latest/meta-data/', NOT_PUBLIC],
  ['https://0xa9fea9fe/', NOT_PUBLIC],
  ['https://172.16.0.1/', NOT_PUBLIC],
  ['https://172.31.255.255/', NOT_PUBLIC],
  ['https://192.0.0.192/', NOT_PUBLIC],
  ['https://192.0.2.1/', NOT_PUBLIC],
  ['https://192.88.99.1/', NOT_PUBLIC],
  ['https://192.168.1.1/', NOT_PUBLIC],
  ['https://198.18.0.1/', NOT_PUBLIC],
  ['https://198.19.255.255/', NOT_PUBLIC],
  ['https://198.51.100.1/', NOT_PUBLIC],
  ['https://203.0.113.1/', NOT_PUBLIC],
  ['https://224.0.0.1/', NOT_PUBLIC],
  ['https://239.255.255.255/', NOT_PUBLIC],
  ['https://192.31.196.1/', NOT_PUBLIC],
  ['https://192.52.193.1/', NOT_PUBLIC],
  ['https://192.175.48.1/', NOT_PUBLIC],
  ['https://240.0.0.1/', NOT_PUBLIC],
  ['https://255.255.255.255/', NOT_PUBLIC],
  // IPv6.
  ['https://[::]/', NOT_PUBLIC],
  ['https://[::1]/', NOT_PUBLIC],
  ['https://[0:0:0:0:0:0:0:1]/', NOT_PUBLIC],
  ['https://[::ffff:127.0.0.1]/', NOT_PUBLIC],
  ['https://[::ffff:7f00:1]/', NOT_PUBLIC],
  ['https://[::ffff:8.8.8.8]/', NOT_PUBLIC],
  ['https://[::127.0.0.1]/', NOT_PUBLIC],
  ['https://[64:ff9b::7f00:1]/', NOT_PUBLIC],
  ['https://[64:ff9b:1::7f00:1]/', NOT_PUBLIC],
  ['https://[100::1]/', NOT_PUBLIC],
  ['https://[2001::1]/', NOT_PUBLIC],
  ['https://[2001:0:7f00:1::]/', NOT_PUBLIC],
  ['https://[2001:db8::1]/', NOT_PUBLIC],
  ['https://[2002:7f00:1::]/', NOT_PUBLIC],
  ['https://[2620:4f:8000::1]/', NOT_PUBLIC],
  ['https://[3fff::1]/', NOT_PUBLIC],
  ['https://[4000::1]/', NOT_PUBLIC],
  ['https://[5f00::1]/', NOT_PUBLIC],
  ['https://[fc00::1]/', NOT_PUBLIC],
  ['https://[fd00:ec2::254]/', NOT_PUBLIC],
  ['https://[fe80::1]/', NOT_PUBLIC],
  ['https://[fec0::1]/', NOT_PUBLIC],
  ['https://[ff02::1]/', NOT_PUBLIC],
])('refuses %s as an outbound URL: %s @webhooks-6', (url, sentence) => {
  expect(outboundUrlProblem(production, url)).toBe(sentence);
});

describe('outbound URLs in a local deployment', () => {
  test.each([
    'http://localhost:3000/hooks',
    'http://127.0.0.1:8000/',
    'http://[::1]:8000/',
    'https://localhost/',
  ])('accepts the local listener %s', (url) => {
    expect(outboundUrlProblem(local, url)).toBeNull();
  });

  test.each([
    ['http://192.168.1.1:8000/', HTTPS],
    ['http://hooks.example.com/', HTTPS],
    ['http://localhost.example.com/', HTTPS],
    ['https://192.168.1.1/', NOT_PUBLIC],
    ['http://localhost:25/', PORT],
    ['http://localhost:8787/api/webhooks', 'This is our own address. Please enter one of yours.'],
  ])('refuses %s even locally: %s', (url, sentence) => {
    expect(outboundUrlProblem(local, url)).toBe(sentence);
  });

  test('refuses loopback URLs outside local deployments', () => {
    expect(outboundUrlProblem({ ...local, environment: 'staging' }, 'http://localhost:3000/')).toBe(HTTPS);
    expect(outboundUrlProblem({ ...local, environment: 'staging' }, 'https://localhost:3000/')).toBe(SHORT);
  });
});
