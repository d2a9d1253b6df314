#!/bin/bash
# Succeeds if network namespaces and nftables can be used: they need privileges.
set -eu
PATH=$PATH:/usr/sbin:/sbin
probe=probe-$$
ip netns add $probe
trap 'ip netns delete $probe' EXIT
ip -n $probe link set lo up
ip netns exec $probe nft 'table inet probe { chain out { type filter hook output priority 0; counter; }; }'
