"""Addresses that are not the public internet's, by tables of our own: what Python knows of the
registries differs between its versions. Pure functions.

https://www.iana.org/assignments/iana-ipv4-special-registry and
https://www.iana.org/assignments/iana-ipv6-special-registry, as of 2025.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

METADATA = {
    ip_address(address): whose
    for address, whose in (
        ("169.254.169.254", "AWS, Azure, Google, Oracle, OpenStack, DigitalOcean and more"),
        ("fd00:ec2::254", "AWS: docs.aws.amazon.com/AWSEC2, instance metadata over IPv6"),
        ("169.254.170.2", "AWS ECS: docs.aws.amazon.com/AmazonECS, task IAM roles"),
        ("169.254.170.23", "AWS EKS: docs.aws.amazon.com/eks, Pod Identity"),
        ("fd00:ec2::23", "AWS EKS: the same over IPv6"),
        ("fd20:ce::254", "Google: cloud.google.com/compute/docs/metadata, over IPv6"),
        ("168.63.129.16", "Azure: learn.microsoft.com/azure/virtual-network, looks public"),
        ("192.0.0.192", "Oracle Cloud, its first: docs.oracle.com, Compute Classic"),
        ("100.100.100.200", "Alibaba: alibabacloud.com/help/ecs, instance metadata"),
        ("169.254.0.23", "Tencent: cloud.tencent.com/document/product/213, metadata"),
        ("169.254.42.42", "Scaleway: scaleway.com/docs, instance metadata"),
        ("fd00:42::42", "Scaleway: the same over IPv6"),
        ("fe80::a9fe:a9fe", "OpenStack: docs.openstack.org/nova, metadata over IPv6"),
        ("fd00:a9fe:a9fe::1", "Akamai (Linode): techdocs.akamai.com, metadata over IPv6"),
    )
}
"""What clouds tell their own machines, secrets among it → whose it is and where that is said."""

_SPECIAL_IPV4 = (
    ("0.0.0.0/32", "unspecified"),  # systems connect to themselves
    ("0.0.0.0/8", "reserved"),  # RFC 791, section 3.2
    ("10.0.0.0/8", "private"),  # RFC 1918
    ("100.64.0.0/10", "shared"),  # RFC 6598: behind a carrier's translation
    ("127.0.0.0/8", "loopback"),  # RFC 1122, section 3.2.1.3
    ("169.254.0.0/16", "link-local"),  # RFC 3927
    ("172.16.0.0/12", "private"),  # RFC 1918
    ("192.0.0.0/24", "reserved"),  # RFC 6890: protocol assignments
    ("192.0.2.0/24", "documentation"),  # RFC 5737
    ("192.88.99.0/24", "reserved"),  # RFC 7526: relays of 6to4, given up
    ("192.168.0.0/16", "private"),  # RFC 1918
    ("198.18.0.0/15", "benchmarking"),  # RFC 2544
    ("198.51.100.0/24", "documentation"),  # RFC 5737
    ("203.0.113.0/24", "documentation"),  # RFC 5737
    ("224.0.0.0/4", "multicast"),  # RFC 5771
    ("240.0.0.0/4", "reserved"),  # RFC 1112, section 4; the last is broadcast
)
_SPECIAL_IPV6 = (
    ("::/128", "unspecified"),  # RFC 4291, section 2.5.2
    ("::1/128", "loopback"),  # RFC 4291, section 2.5.3
    ("64:ff9b:1::/48", "private"),  # RFC 8215: translation within a network
    ("100::/64", "reserved"),  # RFC 6666: thrown away
    ("2001::/23", "reserved"),  # RFC 2928: protocol assignments, Teredo among them
    ("2001:db8::/32", "documentation"),  # RFC 3849
    ("3fff::/20", "documentation"),  # RFC 9637
    ("fc00::/7", "private"),  # RFC 4193
    ("fe80::/10", "link-local"),  # RFC 4291, section 2.5.6
    ("fec0::/10", "private"),  # RFC 3879: site-local, given up
    ("ff00::/8", "multicast"),  # RFC 4291, section 2.7
)
SPECIAL: tuple[tuple[Network, str], ...] = tuple(
    (ip_network(network), kind) for network, kind in (*_SPECIAL_IPV4, *_SPECIAL_IPV6)
)
"""Networks and what they are for; the first that holds an address counts."""
GLOBAL_UNICAST = ip_network("2000::/3")
"""RFC 4291, section 2.4: all of IPv6 that is given to anybody."""

_LAST_32_BITS = tuple(
    map(
        ip_network,
        (
            "::ffff:0:0/96",  # RFC 4291, section 2.5.5.2: IPv4-mapped
            "::ffff:0:0:0/96",  # RFC 2765: IPv4-translated
            "::/96",  # RFC 4291, section 2.5.5.1: IPv4-compatible, given up
            "64:ff9b::/96",  # RFC 6052: translated on the way
        ),
    )
)
_SIX_TO_FOUR = ip_network("2002::/16")
"""RFC 3056: the 32 bits after the first 16 are the IPv4 address."""


def embedded(address: Address) -> Address:
    """The IPv4 address inside an IPv6 one: what the system or a translator on the way would
    connect to; else the address itself, without its zone."""
    if isinstance(address, IPv4Address):
        return address
    bits = int(address)
    if bits > 1 and any(address in network for network in _LAST_32_BITS):
        return IPv4Address(bits & 0xFFFFFFFF)
    if address in _SIX_TO_FOUR:
        return IPv4Address(bits >> 80 & 0xFFFFFFFF)
    return IPv6Address(bits)


def kind_of(address: Address) -> str | None:
    """What sort of address this is, in a word or two, when it is not one of the public internet."""
    address = embedded(address)
    if address in METADATA:
        return "cloud metadata"
    for network, kind in SPECIAL:
        if address.version == network.version and address in network:
            return kind
    return None if address.version == 4 or address in GLOBAL_UNICAST else "reserved"
