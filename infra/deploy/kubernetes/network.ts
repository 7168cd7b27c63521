import type { ILabelSelector } from '@kubernetes-models/apimachinery/apis/meta/v1/LabelSelector';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import type { INetworkPolicyPort } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort';
import type { Pod } from './pods.ts';
import type { Manifest } from './rendered.ts';

interface Rule {
  peers?: INetworkPolicyPeer[] | undefined;
  ports?: INetworkPolicyPort[] | undefined;
}

/** Whether the policies in `manifests` let `from` connect to `port` of `to`, both pods of one namespace. */
export function mayConnect(manifests: readonly Manifest[], from: Pod, to: Pod, port: number): boolean {
  const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy') as (Manifest & INetworkPolicy)[];
  const rulesFor = (pod: Pod, direction: 'Ingress' | 'Egress'): Rule[] | null => {
    const specs = policies.flatMap(({ spec }) =>
      spec?.policyTypes?.includes(direction) && selects(spec.podSelector, pod) ? [spec] : [],
    );
    if (specs.length === 0) return null;
    return direction === 'Ingress'
      ? specs.flatMap(({ ingress = [] }) => ingress.map((rule) => ({ peers: rule.from, ports: rule.ports })))
      : specs.flatMap(({ egress = [] }) => egress.map((rule) => ({ peers: rule.to, ports: rule.ports })));
  };
  const allows = (rules: Rule[] | null, other: Pod) =>
    // Without a matching policy, a pod accepts everything.
    rules === null ||
    rules.some(
      ({ peers, ports }) =>
        (!peers ||
          peers.some((peer) => !peer.ipBlock && !peer.namespaceSelector && selects(peer.podSelector, other))) &&
        (!ports || ports.some((one) => one.port === port && (one.protocol ?? 'TCP') === 'TCP')),
    );
  return allows(rulesFor(from, 'Egress'), to) && allows(rulesFor(to, 'Ingress'), from);
}

/** Whether `selector` matches `pod`. */
export function selects(selector: ILabelSelector | undefined, { labels }: Pod): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector ?? {};
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const isOne = values.includes(labels[key] as string);
      if (operator === 'In') return isOne;
      if (operator === 'NotIn') return !isOne;
      throw new Error(`${operator} is not known here`);
    })
  );
}
