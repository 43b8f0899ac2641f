"""tmp"""
from sim.world import *
def light_scene(scene,*,evening=False,around=None):
    return (Light(LightKind.AREA,(0,2.3,0),(0,-1,0),(6,6,6),(1,1),True),),Ambient(),1.0
